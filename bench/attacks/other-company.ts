import { join } from 'node:path'
import { login } from '../product'

/** Starts the client of another company (beside/light-client.ts), which asks for its tickets, tags and profile. */
export async function startOtherCompany(url: string) {
  const token = await login(url, 'admin2@bench.test')
  const paths = ['/tickets?pageNumber=1&status=open', '/tags/list', '/auth/me']
  const script = join(import.meta.dir, '..', 'beside', 'light-client.ts')
  const child = Bun.spawn([process.execPath, script, url, token, ...paths], { stdin: 'pipe', stdout: 'pipe' })
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader()
  const say = (line: string) => {
    child.stdin.write(`${line}\n`)
    child.stdin.flush()
  }
  return {
    /** Durations of the client's requests while the work runs, in ms. */
    async during(work: () => Promise<unknown>): Promise<number[]> {
      say('start')
      await work()
      say('stop')
      let text = ''
      while (!text.endsWith('\n')) {
        const { value, done } = await lines.read()
        if (done) throw new Error('the client of another company ended')
        text += value
      }
      return JSON.parse(text)
    },
    stop: () => child.kill(),
  }
}
export type OtherCompany = Awaited<ReturnType<typeof startOtherCompany>>
