import { AddressBuckets, Buckets, type Clock } from '../../../core/http/rate-limit'

const quarterHour = 15 * 60
const hour = 60 * 60

/**
 * Rate limits of the process (docs/security.md, "Logins"). `Buckets(requests, seconds)` admits `requests` per key in
 * `seconds`; `AddressBuckets` the same per address, and more of them per IPv6 network.
 */
export const rateLimits = (clock?: Clock) => ({
  /** Wrong passwords for one e-mail from one address. */
  login: new Buckets(5, quarterHour, clock),
  /**
   * Wrong passwords for one user from all addresses; addresses from which the user has signed in are exempt. The keys
   * are ids of users, so that attempts for invented e-mails cannot evict a user's bucket.
   */
  account: new Buckets(10, quarterHour, clock, 100_000),
  /** The same for e-mails without a user, which must not be recognised by their answers. */
  unknownAccount: new Buckets(10, quarterHour, clock),
  /** Sign-in attempts of one address for any e-mail; limits the CPU time spent on hashing. */
  loginAddress: new AddressBuckets(100, quarterHour, clock),
  /** Requests for a password reset code: of one address for any e-mail. The answer tells whether the e-mail has a user. */
  resetRequest: new AddressBuckets(5, hour, clock, 20),
  /** And for one e-mail from all addresses. */
  resetRequestAccount: new Buckets(3, hour, clock),
  /** Password reset codes tried by one address. */
  resetTry: new AddressBuckets(20, quarterHour, clock),
  /** Invitations opened or accepted by one address. */
  invitation: new AddressBuckets(60, quarterHour, clock),
  /** Attempts to accept one invitation, from all addresses: each may tell that an e-mail is taken. */
  invitationTry: new Buckets(10, hour, clock),
  /** The same over all invitations of a company, which its admin can replace; only those that tell it are counted. */
  invitationTaken: new Buckets(30, hour, clock),
  /** Mails with invitations of one company. */
  invitationMail: new Buckets(20, hour, clock),
  /** Messages sent through the API with one connection's token or one key; the company's setting gives the number. */
  sendApi: new Buckets(20, 60, clock),
  /** States and replies of messages read with one token or key. */
  readApi: new Buckets(600, 60, clock),
  /** Requests with one API key, without those of the messages API. */
  apiKey: new Buckets(1200, 60, clock),
  /** Calls of tools by MCP with one key. */
  mcpCalls: new Buckets(120, 60, clock),
  /** Those of tools that change something, in a day: each is a line of the audit log, which stays for good. */
  mcpChanges: new Buckets(5000, 24 * hour, clock),
  /** Wrong connection tokens and API keys from one address. */
  apiToken: new AddressBuckets(20, 60, clock),
  /** Wrong codes of one person's second factor, from all addresses. */
  secondFactor: new Buckets(5, quarterHour, clock),
  /** Options for logins with passkeys, and failed ones, of one address. */
  passkeyAddress: new AddressBuckets(100, quarterHour, clock),
  /** Sign-ups: attempts of one address, without refused passwords; of one network; and companies made in all. */
  signup: new Buckets(5, hour, clock),
  signupNetwork: new Buckets(20, hour, clock),
  signedUp: new Buckets(100, hour, clock),
  /** Confirmations of sign-ups, which make a company: of one address. */
  signupConfirmation: new AddressBuckets(20, hour, clock),
  /** Mails with the link of a sign-up to one e-mail address. */
  signupMail: new Buckets(3, 24 * hour, clock),
  setup: new AddressBuckets(10, hour, clock),
  refresh: new AddressBuckets(120, 60, clock),
  /** Notifications of payment services. */
  webhook: new AddressBuckets(300, 60, clock),
  /** Lines in the log for notifications with a wrong secret: of one address, and of all. */
  forgedLine: new Buckets(1, quarterHour, clock),
  forgedLines: new Buckets(60, hour, clock),
  /** All other requests of one person: far more than a person causes, and an eighth of what the machine serves. */
  person: new Buckets(30_000, 30, clock),
})
export type RateLimits = ReturnType<typeof rateLimits>
