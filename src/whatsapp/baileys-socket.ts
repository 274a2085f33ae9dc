import type { WASocket } from '@whiskeysockets/baileys'
import type { holdUntilStored } from './durable-socket'

type HeldSocket = NonNullable<Parameters<typeof holdUntilStored>[0]['socket']>

/** Baileys' socket with the WebSocket under it, which its types leave out. */
export type BaileysSocket = WASocket & { ws: { socket?: (HeldSocket & { terminate(): void }) | null } }

/** Events after which the server sends nothing more. */
const lastEvents = ['CB:stream:error', 'CB:failure', 'CB:xmlstreamend', 'unexpected-response', 'error']

export function onLastEvent(sock: BaileysSocket, handle: () => void) {
  for (const event of lastEvents) sock.ws.on(event, handle)
}

/** Terminates the TCP connection under Baileys, which then reports its end with the reason it already has. */
export function terminate(sock: BaileysSocket) {
  sock.ws.socket?.terminate()
}

/** Closes the socket in the background, and terminates it when that takes longer than `limitMs`. */
export function closeInBackground(sock: BaileysSocket, limitMs: number) {
  const timer = setTimeout(() => terminate(sock), limitMs)
  Promise.resolve(sock.end(undefined))
    .catch(() => {})
    .finally(() => clearTimeout(timer))
}
