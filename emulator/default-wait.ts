/** Default timeout of a wait in ms. Long, because slow machines take long and it only ends tests that hang. */
export const defaultWaitMs = 150_000
