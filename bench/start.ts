import { join } from 'node:path'
import { interleaved, ratio } from './figures'
import { executable, scratch, secret, serve } from './product'

/** Start to the first 200 with the large database in place, beside a hello-world Elysia executable with bytecode. */
export async function start(data: string) {
  const hello = await compileHello()
  const ours = async () =>
    startOf([executable, 'serve'], { BALCAO_DATA_DIR: data, BALCAO_LOG_LEVEL: 'error', ...secret })
  const theirs = async () => startOf([hello])
  await ours()
  await theirs() // reads both files into the page cache
  const pairs = await interleaved(9, ours, theirs)
  return [ratio('start to first 200 ÷ hello-world Elysia, ms', 5, 'less', pairs)]
}

async function startOf(command: string[], env: Record<string, string> = {}) {
  const serving = await serve(command, env)
  await serving.stop()
  return serving.startMs
}

async function compileHello(): Promise<string> {
  const outfile = join(scratch, 'hello')
  await Bun.build({
    entrypoints: [join(import.meta.dir, 'beside', 'hello.ts')],
    target: 'bun',
    format: 'esm',
    minify: true,
    bytecode: true,
    compile: { outfile },
  })
  return outfile
}
