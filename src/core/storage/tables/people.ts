import type { Generated } from 'kysely'
import type { AllTicket, Language, Profile } from '../../../shared/enums'
import type { Flag, Owned, Owner } from '../schema'

/** Who works in a company, and how they come in. */
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
    /** How long a sent message waits to be taken back: 0, 3, 5 or 10. */
    undoSeconds: Generated<number>
    /** 1 while a browser of theirs is connected, and a minute longer. */
    online: Generated<Flag>
    lastSeenAt: Generated<string | null>
    /** The provider's hand in this company: opens only with a grant, and is nobody to choose or to count. */
    support: Generated<Flag>
  }
  user_queues: { companyId: Owner; userId: number; queueId: number }
  /** The secret of one person's authenticator, sealed; good for nothing until confirmed by a first code. */
  second_factors: {
    id: Generated<number>
    companyId: Owner
    userId: number
    sealed: Uint8Array
    confirmedAt: string | null
    /** The half-minute whose code was taken last: it and those before are used up. */
    lastStep: Generated<number>
    createdAt: Generated<string>
  }
  recovery_codes: { id: Generated<number>; companyId: Owner; userId: number; hash: string; usedAt: string | null }
  /** One row per login; the refresh token is kept as a hash and rotated (decisions.md, Wire). */
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
  /** Codes by which a person who forgot their password may choose another. */
  password_resets: {
    id: Generated<number>
    companyId: Owner
    userId: number
    codeHash: string
    language: Language
    /** Wrong codes so far. */
    tries: Generated<number>
    createdAt: string
    expiresAt: string
    usedAt: string | null
  }
  /** A browser that takes pushed notifications, for as long as its login lasts; address and keys are sealed. */
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
