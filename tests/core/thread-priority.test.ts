import { expect, test } from 'bun:test'
import { getPriority } from 'node:os'

test.if(process.platform === 'linux')('a thread with lower priority leaves that of the main thread alone', async () => {
  const before = getPriority()
  const worker = new Worker(new URL('./thread-priority-worker.ts', import.meta.url))
  const answer = await new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data)
    worker.onerror = ({ message }) => reject(new Error(message))
  })
  worker.terminate()
  expect(answer).toEqual({ own: 5, main: before })
})
