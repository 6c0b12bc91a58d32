// Hints in three steps.

export function hint() {}
