import { expect, test } from 'bun:test'
import { isUnsafe } from '../src/failures'

/** Runs lines in a process of its own that survives stray errors; answers what it printed. */
async function process_(body: string) {
  const script = `import { surviveStrayErrors } from './src/failures'
    const judge = surviveStrayErrors((why) => console.log('gives up:', why))
    ${body}
    await Bun.sleep(20)
    console.log('lives')`
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'inherit' })
  const lines = (await new Response(child.stdout).text()).trim().split('\n')
  return { code: await child.exited, lines: lines.filter((line) => !line.startsWith('{')) }
}

test('a promise nobody awaits and an exception in a timer are survived', async () => {
  const body = `void Promise.reject(new Error('stray')); setTimeout(() => { throw new Error('stray') }, 1)`
  expect(await process_(body)).toEqual({ code: 0, lines: ['lives'] })
})

test('a flood of them is not, and is told once', async () => {
  const body = `for (let i = 0; i < 150; i++) void Promise.reject(new Error('stray'))`
  expect((await process_(body)).lines).toEqual(['gives up: too many stray errors', 'lives'])
})

test('storage that cannot be trusted is not survived, from wherever it is told', async () => {
  const body = `judge(Object.assign(new Error('disk'), { code: 'SQLITE_FULL' }))
    judge(Object.assign(new Error('disk'), { code: 'SQLITE_IOERR_WRITE' }))
    void Promise.reject(Object.assign(new Error('disk'), { code: 'SQLITE_CORRUPT' }))`
  expect((await process_(body)).lines).toEqual(['gives up: storage failed', 'lives'])
})

test('a full disk and a busy database are no reason to end', () => {
  const codes = ['SQLITE_FULL', 'SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_CONSTRAINT_UNIQUE', 'ENOSPC', undefined]
  expect(codes.filter((code) => isUnsafe({ code }))).toEqual([])
  expect(isUnsafe(null)).toBe(false)
})
