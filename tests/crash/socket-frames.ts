import { socketAddress } from '../socket-address'
import { until } from '../until'
import type { Deployment } from './deployment'

/** WebSocket frame of the server; `data` has only the fields that tests read. */
export interface Frame {
  event: string
  data: {
    action?: string
    message?: { id: number; waId: string }
    session?: { id: number; status: string; reason: string; retries: number }
  } | null
}

/** Opens a browser's WebSocket; returns the list of received frames, which goes on growing. */
export async function recordFrames({ url, accessToken }: Deployment): Promise<Frame[]> {
  const heard: Frame[] = []
  const socket = new WebSocket(await socketAddress(url, accessToken))
  socket.addEventListener('message', ({ data }) => void heard.push(JSON.parse(String(data))))
  await until('the socket is ready', () => heard.some(({ event }) => event === 'ready'))
  return heard
}
