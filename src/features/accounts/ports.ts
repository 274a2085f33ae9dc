import type { Mailer } from './password-reset/mailer'
import type { IsBreached } from './users/passwords/breached-passwords'
import type { PasswordHasher } from './users/passwords/passwords'

/** Services of the process that accounts need. */
declare module '../../core/ports' {
  interface Ports {
    /** Hashes of passwords. Never call inside a transaction. */
    passwords: PasswordHasher
    /** True for a password known from a breach, if the operator gave a list. */
    isBreached: IsBreached
    /** SMTP. Never call inside a transaction. */
    mail: Mailer
  }
}
