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
    /** 1 while the user receives no new tickets by distribution. */
    away: Generated<Flag>
    /** 1 for the account of the provider's support: used only with a grant, not listed and not counted by the plan. */
    support: Generated<Flag>
    /** Time at which the challenge of the newest passkey was issued, epoch milliseconds; only later ones add another. */
    passkeyChallengeAt: Generated<number>
  }
  /** `turn` grows with each ticket that the queue gives to the user; the lowest of its members is next. */
  user_queues: { companyId: Owner; userId: number; queueId: number; turn: Generated<number> }
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
  /** Public keys of passkeys (WebAuthn), each for one host name (`rpId`). */
  passkeys: {
    id: Generated<number>
    companyId: Owner
    userId: number
    name: string
    rpId: string
    /** Random name of the user for authenticators, the same in all passkeys of the user. */
    userHandle: string
    /** Base64url; unique in the installation. */
    credentialId: string
    /** COSE key. */
    publicKey: Uint8Array
    /** Number of signatures as the authenticator counts them; 0 in every signature of one that does not count. */
    counter: number
    /** JSON list of the ways to reach the authenticator, for the browser. */
    transports: string
    synced: Flag
    /** Time at which the last used challenge was issued, epoch milliseconds; only later challenges are accepted. */
    lastChallengeAt: number
    lastUsedAt: string | null
    createdAt: Generated<string>
  }
  /** One row per login; the refresh token is stored as a hash and rotated (docs/adr/0061). */
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
    /** Random name of the login, contained in its refresh tokens; null for logins begun before logins had one. */
    family: Generated<string | null>
    /** JSON: branches beside the one in `refreshHash`, `previousHash` and `rotatedAt` (auth/refresh-branches.ts). */
    branches: Generated<string>
    forkedAt: Generated<string | null>
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
  /** Open invitations to a company's team; `queueIds` is a JSON list, from which deleted queues are not removed. */
  invitations: {
    id: Generated<number>
    companyId: Owner
    /** Admin who invited. */
    userId: number
    tokenHash: string
    /** Empty when the admin typed none. */
    name: string
    /** Null for a link without an address. */
    email: string | null
    profile: Profile
    queueIds: string
    language: Language
    createdAt: string
    expiresAt: string
  }
  /** Keys by which programs act for a company; `scopes` and `addresses` are JSON lists (docs/adr/0179). */
  api_keys: {
    id: Generated<number>
    companyId: Owner
    /** Admin who made the key and whose rights it has. */
    userId: number
    name: string
    /** Start of the key, by which people recognise it. */
    prefix: string
    keyHash: string
    scopes: string
    /** Addresses and networks from which it is accepted; none for all. */
    addresses: Generated<string>
    /** Last day on which it is accepted, in the company's time zone; null for no end. */
    expiresOn: string | null
    /** 1: a person approves what a program sends with the key by MCP (ADR 0182). */
    confirms: Generated<Flag>
    /** Written at most once a minute. */
    lastUsedAt: string | null
    lastAddress: Generated<string>
    createdAt: string
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
