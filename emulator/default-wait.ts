/** Milliseconds that a wait may last unless told: generous, because it only ends what hangs. */
export const defaultWaitMs = 60_000
