/** Texts of the screens before the login, and texts that report that other texts did not load. */
export * from './auth'
export * from './common'
export * from './errors'
export * from './forgotten'
export * from './invited'
export * from './passkeys'
export * from './two-step'
