import type { Generated } from 'kysely'
import type { AllTicket, Language, Profile } from '../../../shared/enums'
import type { Flag, Owned, Owner } from '../schema'

/** Users and their logins. */
export interface PeopleTables {
  users: Owned & {
    name: string
    email: string
    passwordHash: string
    profile: Profile
    super: Generated<Flag>
    allTicket: Generated<AllTicket>
    whatsappId: number | null
    language: Language | null
    /** Seconds for which a sent message can be undone: 0, 3, 5 or 10. */
    undoSeconds: Generated<number>
    /** 1 while a browser of the user is connected, and for one more minute. */
    online: Generated<Flag>
    lastSeenAt: Generated<string | null>
    /** 1 for the account of the provider's support: used only with a grant, not listed and not counted by the plan. */
    support: Generated<Flag>
  }
  user_queues: { companyId: Owner; userId: number; queueId: number }
  /**
   * Encrypted secret of a user's authenticator app; not required at the login until `confirmedAt` is set by a first
   * code.
   */
  second_factors: {
    id: Generated<number>
    companyId: Owner
    userId: number
    sealed: Uint8Array
    confirmedAt: string | null
    /** Last time step (30 s) whose code was accepted; codes of this and earlier steps are refused. */
    lastStep: Generated<number>
    createdAt: Generated<string>
  }
  recovery_codes: { id: Generated<number>; companyId: Owner; userId: number; hash: string; usedAt: string | null }
  /** One row per login; the refresh token is stored as a hash and rotated (decisions.md, Wire). */
  tokens: {
    id: Generated<number>
    companyId: Owner
    userId: number
    refreshHash: string
    previousHash: string | null
    rotatedAt: string
    createdAt: Generated<string>
    expiresAt: string
    revokedAt: string | null
    revokedFor: string | null
    userAgent: string
    address: Generated<string>
    renewalOnly: Generated<Flag>
  }
  /** Codes that allow a new password after the old one was forgotten. */
  password_resets: {
    id: Generated<number>
    companyId: Owner
    userId: number
    codeHash: string
    language: Language
    /** Number of wrong codes entered. */
    tries: Generated<number>
    createdAt: string
    expiresAt: string
    usedAt: string | null
  }
  /** Browsers that receive push notifications until their login ends; address and keys are encrypted. */
  push_subscriptions: {
    id: Generated<number>
    companyId: Owner
    userId: number
    tokenId: number
    endpointHash: string
    sealed: Uint8Array
    muted: Generated<Flag>
    createdAt: Generated<string>
  }
}
