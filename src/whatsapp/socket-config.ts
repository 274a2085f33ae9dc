import type { proto, SignalKeyStore, WAMessageKey } from '@whiskeysockets/baileys'
import type { AuthState } from './auth-state'
import { baileysLog } from './baileys-log'
import type { ConnectionRef } from './contract'
import type { Groups } from './groups'
import type { Inbox } from './inbox'
import { isChatJid, parseJid } from './jid'
import { correctLidMapping } from './lid-mapping'
import { boundLidQueries, type LidPair } from './lid-queries'
import { overlapSends, retryEncryption } from './sending'
import type { SessionContext } from './session-context'
import { lockSessions, SessionLocks } from './session-lock'

interface Parts {
  context: SessionContext
  connection: ConnectionRef
  cachePrefix: string
  auth: AuthState
  keys: SignalKeyStore
  inbox: Inbox
  /** Called when the LID of a person becomes known who was known by number only. */
  onLearned(pair: LidPair): void
  /** See `retryEncryption`. */
  renewSession(jid: string): Promise<unknown>
  forgetDevices(jid: string): void
  /** See `RecentHistory.isCopy`. */
  isHistoryCopy(notification: proto.Message.IHistorySyncNotification): boolean
  /** See `baileysLog`. */
  isGivenUp(waId: string): boolean
}

/** Name of this device on the phone. WhatsApp accepts only known systems when linking by code. */
const browser: [string, string, string] = ['Ubuntu', 'Chrome', '22.04.4']

/** Returns the options of a socket of this connection. @param groups subjects and members of groups */
export function socketConfig(parts: Parts, groups: Groups): Parameters<SessionContext['baileys']['makeWASocket']>[0] {
  const { context, auth, keys, connection, cachePrefix: prefix } = parts
  const { caches, options, timing } = context
  return {
    auth: { creds: auth.creds, keys },
    browser,
    logger: baileysLog(connection, parts.isGivenUp),
    ...(options.url ? { waWebSocketUrl: options.url } : {}),
    ...(options.version ? { version: options.version } : {}),
    // Baileys would start a timer and record two stack traces per frame it sends; `SessionWatchdog` has the timeout.
    connectTimeoutMs: 0,
    keepAliveIntervalMs: timing.keepAlive,
    defaultQueryTimeoutMs: timing.query,
    ...(timing.qrLife ? { qrTimeout: timing.qrLife } : {}),
    // Own messages are stored before they are sent; those typed on the phone arrive as stanzas.
    emitOwnEvents: false,
    // With true the owner's phone would stop notifying; `Attendance` does so while an agent is at work.
    markOnlineOnConnect: false,
    // Recent history contains the LID pairs; its messages are not imported (docs/whatsapp.md, "History"). Baileys reads
    // the short copies of `RecentHistory` only. Before it opens it asks with the type alone whether to hold back all
    // events until the history arrives, for up to 20 s.
    syncFullHistory: false,
    shouldSyncHistoryMessage: (notification) => parts.isHistoryCopy(notification),
    shouldIgnoreJid: (jid) => parseJid(jid) !== null && !isChatJid(jid) && !jid.endsWith('@s.whatsapp.net'),
    generateHighQualityLinkPreview: false,
    // Delay after a retry request, for all chats of the number: Baileys' 250 ms would add up to minutes after a burst.
    retryRequestDelayMs: 20,
    // Baileys need not repeat a commit: AuthState ends the session when a write fails.
    transactionOpts: { maxCommitRetries: 1, delayBetweenTriesMs: 0 },
    msgRetryCounterCache: caches.messageRetries.scoped(prefix),
    userDevicesCache: caches.userDevices.scoped(prefix),
    callOfferCache: caches.callOffers.scoped(prefix),
    placeholderResendCache: caches.placeholders.scoped(prefix),
    cachedGroupMetadata: (jid) => groups.get(jid),
    getMessage: (key) => storedMessage(context, connection, key),
    makeSignalRepository: signalRepository(parts),
  }
}

type MakeRepository = NonNullable<Parameters<SessionContext['baileys']['makeWASocket']>[0]['makeSignalRepository']>

/** Returns Baileys' repository with locks, inbox, bounded LID queries and repeated encryption. */
const signalRepository =
  ({ context, cachePrefix, auth, inbox, ...parts }: Parts): MakeRepository =>
  ({ keys, creds }, logger, queryLids) => {
    const { caches, timing, baileys } = context
    const unanswered = caches.unansweredLids.of(cachePrefix)
    const findLids = boundLidQueries({
      query: async (jids) => (await queryLids?.(jids)) ?? [],
      timeoutMs: timing.lidAnswer,
      unanswered,
      onLate: (pairs) => void repository.lidMapping.storeLIDPNMappings(pairs),
    })
    overlapSends(keys)
    const locks = new SessionLocks(keys, auth.lookUp)
    const repository = baileys.DEFAULT_CONNECTION_CONFIG.makeSignalRepository({ keys, creds }, logger, findLids)
    const { lookUp, sessionDevices } = auth
    correctLidMapping(repository, { keys, locks, lookUp, sessionDevices, unanswered, onLearned: parts.onLearned })
    lockSessions(repository, locks)
    retryEncryption(repository, parts)
    return inbox.wrap(repository, keys, locks)
  }

/** Returns the stored content of an own message, for a recipient who could not decrypt it. */
async function storedMessage(context: SessionContext, connection: ConnectionRef, { id }: WAMessageKey) {
  if (!id) return undefined
  const proto = await context.host.storedMessage(connection, id)
  return proto && (context.baileys.proto.WebMessageInfo.decode(proto).message ?? undefined)
}
