import { cc } from 'bun:ffi'
import { join } from 'node:path'
import { until } from '../../until'
import type { Deployment } from '../deployment'

/** A message that the product has answered for, to a program or to a browser. */
export interface AcknowledgedMessage {
  id: number
  /** When it was heard of, in nanoseconds of the monotonic clock. */
  time: bigint
  /** True when its file was said to be there. */
  ready: boolean
}

interface Frame {
  event: string
  data: { action?: string; message?: { id: number; mediaStatus: string | null } } | null
}

/** Listens to the websocket and notes each message that was told of. A power cut after that must not take it. Answers false when nobody serves. */
export async function recordAcknowledged({ url, accessToken }: Deployment, promised: AcknowledgedMessage[]) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws?token=${accessToken}`)
  let isReady = false
  let isClosed = false
  socket.addEventListener('message', ({ data }) => {
    const frame = JSON.parse(String(data)) as Frame
    if (frame.event === 'ready') isReady = true
    const message = frame.event.endsWith('-appMessage') ? frame.data?.message : undefined
    if (message && frame.data?.action !== 'delete')
      promised.push({ id: message.id, time: monotonicNow(), ready: message.mediaStatus === 'ready' })
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
/** The recorder's clock, nanoseconds. `process.hrtime` of Bun begins anew in every process. */
export const monotonicNow = (): bigint => clock.now() as bigint
