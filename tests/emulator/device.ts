import {
  type AuthenticationState,
  type BaileysEventMap,
  Curve,
  initAuthCreds,
  makeWASocket,
  type SignalDataTypeMap,
  type UserFacingSocketConfig,
  WA_CERT_DETAILS,
  type WAMessage,
} from '@whiskeysockets/baileys'
import { verifySignature } from 'libsignal/src/curve.js'
import { defaultWaitMs } from '../../emulator/default-wait'
import type { Emulator } from '../../emulator/emulator'

// The same repair as in the product: rc14 accepts every signature (docs/whatsapp.md, "The key of the server").
Curve.verify = (publicKey, message, signature) => {
  const key = publicKey.length === 33 ? publicKey : Buffer.concat([Buffer.from([5]), publicKey])
  return verifySignature(Buffer.from(key), message, signature) === true
}
// libsignal prints session records to the console.
console.info = () => undefined
console.warn = () => undefined
console.error = () => undefined

const silent = {
  level: 'silent',
  child: () => silent,
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

export type Auth = AuthenticationState

export function memoryAuth(): Auth {
  const rows = new Map<string, unknown>()
  return {
    creds: initAuthCreds(),
    keys: {
      async get(type, ids) {
        const found: Record<string, SignalDataTypeMap[typeof type]> = {}
        for (const id of ids) {
          const value = rows.get(`${type} ${id}`)
          if (value) found[id] = structuredClone(value) as SignalDataTypeMap[typeof type]
        }
        return found
      },
      async set(data) {
        for (const [type, values] of Object.entries(data)) {
          for (const [id, value] of Object.entries(values ?? {})) {
            if (value) rows.set(`${type} ${id}`, structuredClone(value))
            else rows.delete(`${type} ${id}`)
          }
        }
      },
    },
  }
}

/** Unmodified Baileys socket that records its events, with methods to wait for them. */
export class Device {
  readonly messages: WAMessage[] = []
  readonly upserts: BaileysEventMap['messages.upsert'][] = []
  readonly updates: BaileysEventMap['messages.update'] = []
  readonly sent = new Map<string, WAMessage['message']>()
  readonly events: { name: string; data: unknown }[] = []
  closeCode?: number
  open = false
  qr?: string
  linked = false
  readonly socket: ReturnType<typeof makeWASocket>

  constructor(
    readonly emulator: Emulator,
    readonly auth: Auth = memoryAuth(),
    config: Partial<UserFacingSocketConfig> = {},
  ) {
    WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(emulator.rootKey, 'hex')
    this.socket = makeWASocket({
      auth,
      waWebSocketUrl: emulator.url,
      logger: silent,
      syncFullHistory: false,
      shouldSyncHistoryMessage: () => false,
      customUploadHosts: [],
      getMessage: async (key) => this.sent.get(key.id ?? '') ?? undefined,
      ...config,
    } as UserFacingSocketConfig)
    this.socket.ev.process((events) => this.recordEvents(events))
  }

  private recordEvents(events: Partial<BaileysEventMap>) {
    for (const [name, data] of Object.entries(events)) this.events.push({ name, data })
    this.recordConnectionUpdate(events['connection.update'] ?? {})
    Object.assign(this.auth.creds, events['creds.update'])
    if (events['messages.upsert']) {
      this.upserts.push(events['messages.upsert'])
      this.messages.push(...events['messages.upsert'].messages)
    }
    this.updates.push(...(events['messages.update'] ?? []))
  }

  private recordConnectionUpdate({ qr, isNewLogin, connection, lastDisconnect }: BaileysEventMap['connection.update']) {
    if (qr) this.qr = qr
    if (isNewLogin) this.linked = true
    if (connection === 'open') this.open = true
    if (connection !== 'close') return
    this.open = false
    this.closeCode = (lastDisconnect?.error as { output?: { statusCode: number } })?.output?.statusCode ?? 0
  }

  /** Sends a message and stores it for retries. */
  async send(jid: string, content: Parameters<Device['socket']['sendMessage']>[1], options = {}) {
    const message = await this.socket.sendMessage(jid, content, options)
    this.sent.set(message!.key.id!, message!.message)
    return message!
  }

  /** Highest status of a sent message. Baileys merges early receipts into the upsert; later ones are updates. */
  status(id: string) {
    const upserts = this.messages.filter(({ key }) => key.id === id).map(({ status }) => status ?? 0)
    const updates = this.updates.filter(({ key }) => key.id === id).map(({ update }) => update.status ?? 0)
    return Math.max(0, ...upserts, ...updates)
  }

  /** First message that matches, present or future. */
  waitForMessage(fits: (message: WAMessage) => boolean, timeout?: number): Promise<WAMessage> {
    return until(() => this.messages.find((message) => fits(message)), timeout)
  }

  waitForText(text: string, timeout?: number) {
    return this.waitForMessage((message) => textOf(message) === text, timeout)
  }

  end() {
    this.socket.end(undefined)
  }
}

export const textOf = ({ message }: WAMessage) =>
  message?.conversation ?? message?.extendedTextMessage?.text ?? undefined

/** First truthy result of `look`, called every 4 ms. @throws Error after `timeout` milliseconds */
export async function until<T>(look: () => T, timeout = defaultWaitMs): Promise<NonNullable<T>> {
  const end = Date.now() + timeout
  while (Date.now() < end) {
    const found = look()
    if (found) return found
    await Bun.sleep(4)
  }
  throw new Error(`not within ${timeout} ms: ${look}`)
}

/** Links a new device to the owner by QR code and logs it in. */
export async function linkedDevice(emulator: Emulator, number?: string, config?: Partial<UserFacingSocketConfig>) {
  const auth = memoryAuth()
  const device = new Device(emulator, auth, config)
  await emulator.owner(number).scan(await until(() => device.qr))
  await until(() => device.closeCode)
  return login(emulator, auth, config)
}

export async function login(emulator: Emulator, auth: Auth, config?: Partial<UserFacingSocketConfig>) {
  const device = new Device(emulator, auth, config)
  await until(() => device.open)
  return device
}
