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

interface Given {
  context: SessionContext
  connection: ConnectionRef
  auth: AuthState
  keys: SignalKeyStore
  inbox: Inbox
  /** A person who went by the number until now has a LID. */
  onLearned(pair: LidPair): void
  /** As of `retryEncryption`. */
  renewSession(jid: string): Promise<unknown>
  forgetDevices(jid: string): void
  /** As of `baileysLog`. */
  isGivenUp(waId: string): boolean
}

/** How the device names itself on the phone; WhatsApp accepts only known systems when linking by code. */
const browser: [string, string, string] = ['Ubuntu', 'Chrome', '22.04.4']

/**
 * Recent history, but without waiting for it: Baileys asks beforehand, with nothing but the type, whether to hold
 * back every event for up to 20 s until that history comes (wire §9). The history itself carries where it lies.
 */
const wantedHistory =
  ({ proto }: SessionContext['baileys']) =>
  ({ syncType, directPath, initialHistBootstrapInlinePayload }: proto.Message.IHistorySyncNotification) => {
    const { FULL, RECENT } = proto.HistorySync.HistorySyncType
    const isReal = !!directPath || !!initialHistBootstrapInlinePayload?.length
    return (syncType as number) !== FULL && ((syncType as number) !== RECENT || isReal)
  }

/** What a socket of this connection is made with; group subjects and members come from `groups`. */
export function socketConfig(given: Given, groups: Groups): Parameters<SessionContext['baileys']['makeWASocket']>[0] {
  const { context, auth, keys, connection } = given
  const { baileys, caches, options, timing } = context
  const prefix = `${connection.whatsappId}`
  return {
    auth: { creds: auth.creds, keys },
    browser,
    logger: baileysLog(connection, given.isGivenUp),
    ...(options.url ? { waWebSocketUrl: options.url } : {}),
    ...(options.version ? { version: options.version } : {}),
    connectTimeoutMs: timing.connect,
    keepAliveIntervalMs: timing.keepAlive,
    defaultQueryTimeoutMs: timing.query,
    ...(timing.qrLife ? { qrTimeout: timing.qrLife } : {}),
    // Own sends are stored before they leave; what is typed on the phone comes by another way.
    emitOwnEvents: false,
    // The owner's phone keeps notifying, but while an agent is at work (wire §9, `attend`).
    markOnlineOnConnect: false,
    // Recent history brings the LID map; the messages themselves are not imported (libraries.md C12).
    syncFullHistory: false,
    shouldSyncHistoryMessage: wantedHistory(baileys),
    shouldIgnoreJid: (jid) => parseJid(jid) !== null && !isChatJid(jid) && !jid.endsWith('@s.whatsapp.net'),
    generateHighQualityLinkPreview: false,
    // Baileys waits so long after asking for a copy, and every chat with it: its 250 ms would be minutes after a flood.
    retryRequestDelayMs: 20,
    // A failure never reaches Baileys: AuthState ends the session instead.
    transactionOpts: { maxCommitRetries: 1, delayBetweenTriesMs: 0 },
    msgRetryCounterCache: caches.messageRetries.scoped(prefix),
    userDevicesCache: caches.userDevices.scoped(prefix),
    callOfferCache: caches.callOffers.scoped(prefix),
    placeholderResendCache: caches.placeholders.scoped(prefix),
    cachedGroupMetadata: (jid) => groups.get(jid),
    getMessage: (key) => storedMessage(context, connection, key),
    makeSignalRepository: signalRepository(given),
  }
}

type MakeRepository = NonNullable<Parameters<SessionContext['baileys']['makeWASocket']>[0]['makeSignalRepository']>

/** Baileys' own repository with what it leaves out: locks, the inbox, and a way from numbers to LIDs that never stalls. */
const signalRepository =
  ({ context, connection, auth, inbox, ...given }: Given): MakeRepository =>
  ({ keys, creds }, logger, askLids) => {
    const { caches, timing, baileys } = context
    const untold = caches.untoldLids.of(`${connection.whatsappId}`)
    const findLids = boundLidQueries({
      ask: async (jids) => (await askLids?.(jids)) ?? [],
      limit: timing.lidAnswer,
      untold,
      onLate: (pairs) => void repository.lidMapping.storeLIDPNMappings(pairs),
    })
    overlapSends(keys)
    const locks = new SessionLocks(keys, auth.lookUp)
    const repository = baileys.DEFAULT_CONNECTION_CONFIG.makeSignalRepository({ keys, creds }, logger, findLids)
    const { lookUp, sessionDevices } = auth
    correctLidMapping(repository, { keys, locks, lookUp, sessionDevices, untold, onLearned: given.onLearned })
    lockSessions(repository, locks)
    retryEncryption(repository, given)
    return inbox.wrap(repository, keys, locks)
  }

/** What we sent under this id, for a recipient who could not read it. */
async function storedMessage(context: SessionContext, connection: ConnectionRef, { id }: WAMessageKey) {
  if (!id) return undefined
  const proto = await context.host.storedMessage(connection, id)
  return proto && (context.baileys.proto.WebMessageInfo.decode(proto).message ?? undefined)
}
