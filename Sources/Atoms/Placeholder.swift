// Atoms
