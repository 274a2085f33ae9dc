import { cc } from 'bun:ffi'
import { join } from 'node:path'
import { socketAddress } from '../../socket-address'
import { until } from '../../until'
import type { Deployment } from '../deployment'

/** Message acknowledged by an API answer or a WebSocket event. */
export interface AcknowledgedMessage {
  id: number
  /** Time of the acknowledgement, nanoseconds of the monotonic clock. */
  time: bigint
  /** True if its file was acknowledged as ready. */
  ready: boolean
}

interface Frame {
  event: string
  data: { action?: string; message?: { id: number; mediaStatus: string | null } } | null
}

/**
 * Records each message of a WebSocket event; a later power cut must not lose it. Returns false when the server
 * does not answer, or closes the socket before it is ready.
 */
export async function recordAcknowledged({ url, accessToken }: Deployment, acknowledged: AcknowledgedMessage[]) {
  const address = await socketAddress(url, accessToken).catch(() => null)
  if (!address) return false
  const socket = new WebSocket(address)
  let isReady = false
  let isClosed = false
  socket.addEventListener('message', ({ data }) => {
    const frame = JSON.parse(String(data)) as Frame
    if (frame.event === 'ready') isReady = true
    const message = frame.event.endsWith('-appMessage') ? frame.data?.message : undefined
    if (message && frame.data?.action !== 'delete')
      acknowledged.push({ id: message.id, time: monotonicNow(), ready: message.mediaStatus === 'ready' })
  })
  socket.addEventListener('close', () => {
    isClosed = true
  })
  await until('the socket is ready', () => isReady || isClosed)
  return isReady
}

const { symbols: clock } = cc({
  source: join(import.meta.dir, 'recorder.c'),
  symbols: { now: { args: [], returns: 'u64' } },
})
/** Clock of the recorder in nanoseconds. `process.hrtime` of Bun starts at zero in every process. */
export const monotonicNow = (): bigint => clock.now() as bigint
