import { expect, test } from 'bun:test'
import { isUnsafe } from '../src/failures'

/** Runs the code in a process with `surviveStrayErrors`; returns its exit code and printed lines, without log lines. */
async function runSurviving(body: string) {
  const script = `import { surviveStrayErrors } from './src/failures'
    const judge = surviveStrayErrors((why) => console.log('gives up:', why))
    ${body}
    await Bun.sleep(20)
    console.log('lives')`
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'inherit' })
  const lines = (await new Response(child.stdout).text()).trim().split('\n')
  return { code: await child.exited, lines: lines.filter((line) => !line.startsWith('{')) }
}

test('the process survives an unhandled rejection and an exception in a timer', async () => {
  const body = `void Promise.reject(new Error('stray')); setTimeout(() => { throw new Error('stray') }, 1)`
  expect(await runSurviving(body)).toEqual({ code: 0, lines: ['lives'] })
})

test('more than 100 stray errors call giveUp once', async () => {
  const body = `for (let i = 0; i < 150; i++) void Promise.reject(new Error('stray'))`
  expect((await runSurviving(body)).lines).toEqual(['gives up: too many stray errors', 'lives'])
})

test('a storage error that makes writing unsafe calls giveUp once, whether passed on or unhandled', async () => {
  const body = `judge(Object.assign(new Error('disk'), { code: 'SQLITE_FULL' }))
    judge(Object.assign(new Error('disk'), { code: 'SQLITE_IOERR_WRITE' }))
    void Promise.reject(Object.assign(new Error('disk'), { code: 'SQLITE_CORRUPT' }))`
  expect((await runSurviving(body)).lines).toEqual(['gives up: storage failed', 'lives'])
})

test('isUnsafe is false for a full disk and a busy database', () => {
  const codes = ['SQLITE_FULL', 'SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_CONSTRAINT_UNIQUE', 'ENOSPC', undefined]
  expect(codes.filter((code) => isUnsafe({ code }))).toEqual([])
  expect(isUnsafe(null)).toBe(false)
})
