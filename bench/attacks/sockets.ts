import { socketAddress } from '../../tests/socket-address'
import type { Target } from './requests'

/** Sockets of one person at once, and frames on each: many times what `FrameRate` lets pass. */
const [sockets, framesEach] = [10, 400]
/** Longest text of a frame that the server reads: 4 kB. */
const frame = JSON.stringify({ event: 'joinChatBox', data: 'x'.repeat(4000) })

/**
 * Opens the sockets of one person, sends frames on all of them until the server closes them, and returns the last close
 * code; 200 where none was closed within a second.
 */
export async function socketFlood({ url, tokens }: Target): Promise<number> {
  const one = async () => flood(await socketAddress(url, tokens.user))
  const codes = await Promise.all(Array.from({ length: sockets }, one))
  return Math.max(...codes)
}

async function flood(address: string): Promise<number> {
  const socket = new WebSocket(address)
  const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))
  await Promise.race([closed, new Promise((resolve) => socket.addEventListener('open', resolve))])
  for (let n = 0; n < framesEach && socket.readyState === WebSocket.OPEN; n++) socket.send(frame)
  const code = await Promise.race([closed, Bun.sleep(1000).then(() => 200)])
  socket.close()
  return code
}
