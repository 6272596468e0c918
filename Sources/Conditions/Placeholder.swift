// Conditions
