// Forever: a delay that no test outlives, for a seat that must still be speaking when the test looks. The test ends it: by an
// interrupt, a signal or a kill.

export const forever = 2 ** 31 - 1
