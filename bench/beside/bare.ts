import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import * as Baileys from '@whiskeysockets/baileys'

/**
 * Other side of `inbound`: a Baileys client that keeps its keys in SQLite with the product's pragmas, each `set` in its
 * own transaction as the library asks, and does nothing with a message but say that it came. It would lose messages
 * when killed (docs/whatsapp.md, "Receiving"); the product may not.
 */
const { BufferJSON, initAuthCreds, makeCacheableSignalKeyStore, makeWASocket } = Baileys
Baileys.WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(process.env.BALCAO_WHATSAPP_ROOT_KEY ?? '', 'hex')
for (const level of ['log', 'info', 'warn'] as const) console[level] = () => {} // libsignal prints session records

const sqlite = new Database(join(process.env.BALCAO_DATA_DIR ?? '', 'bare.db'))
for (const pragma of ['journal_mode = wal', 'synchronous = full', 'wal_autocheckpoint = 0', 'cache_size = -32000'])
  sqlite.run(`pragma ${pragma}`)
sqlite.run('create table keys (type text, id text, value text, primary key (type, id)) without rowid')
const read = sqlite.prepare('select value from keys where type = ? and id = ?')
const write = sqlite.prepare('insert or replace into keys values (?, ?, ?)')
const remove = sqlite.prepare('delete from keys where type = ? and id = ?')

type Keys = Baileys.SignalKeyStore
const setAll = sqlite.transaction((data: Record<string, Record<string, unknown>>) => {
  for (const [type, values] of Object.entries(data))
    for (const [id, value] of Object.entries(values))
      if (value === null || value === undefined) remove.run(type, id)
      else write.run(type, id, JSON.stringify(value, BufferJSON.replacer))
})
const keys = {
  get: async (type: string, ids: string[]) => {
    const found: Record<string, unknown> = {}
    for (const id of ids) {
      const row = read.get(type, id) as { value: string } | null
      if (row) found[id] = JSON.parse(row.value, BufferJSON.reviver)
    }
    return found
  },
  set: async (data: Record<string, Record<string, unknown>>) => setAll(data),
} as unknown as Keys

const say = (line: string) => process.stdout.write(`${line}\n`)
type Logger = NonNullable<Parameters<typeof makeCacheableSignalKeyStore>[1]>
const quiet = () => {}
const logger = {
  level: 'silent',
  trace: quiet,
  debug: quiet,
  info: quiet,
  warn: quiet,
  error: quiet,
} as unknown as Logger
logger.child = () => logger
const creds = initAuthCreds()

function connect() {
  const socket = makeWASocket({
    auth: { creds, keys: makeCacheableSignalKeyStore(keys, logger) },
    waWebSocketUrl: process.env.BALCAO_WHATSAPP_URL ?? '',
    logger,
    markOnlineOnConnect: false,
    shouldSyncHistoryMessage: () => false,
  })
  socket.ev.process((events) => {
    const update = events['connection.update']
    if (update?.qr) say(`QR ${update.qr}`)
    if (update?.connection === 'open') say('OPEN')
    if (update?.connection === 'close') connect()
    for (const { message } of events['messages.upsert']?.messages ?? [])
      if (message?.conversation) say(message.conversation)
  })
}
connect()
