/** Default timeout of a wait in milliseconds. Long, because it only ends tests that hang. */
export const defaultWaitMs = 60_000
