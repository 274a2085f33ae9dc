import { until } from '../until'
import type { Deployment } from './deployment'

/** What the server tells a browser; `data` as far as these tests look at it. */
export interface Frame {
  event: string
  data: {
    action?: string
    message?: { id: number; waId: string }
    session?: { id: number; status: string; reason: string; retries: number }
  } | null
}

/** A browser's socket: what it has heard so far, and goes on hearing. */
export async function recordFrames({ url, accessToken }: Deployment): Promise<Frame[]> {
  const heard: Frame[] = []
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws?token=${accessToken}`)
  socket.addEventListener('message', ({ data }) => void heard.push(JSON.parse(String(data))))
  await until('the socket is ready', () => heard.some(({ event }) => event === 'ready'))
  return heard
}
