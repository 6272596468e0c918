// Requisites
