import { AppError } from '../../shared/errors'
import { lowerThreadPriority } from '../process/thread-priority'
import { buffersToMove } from './buffers-to-move'
import type { FromParser, ParserName, Parsers, ToParser } from './contract'

declare const self: Worker

/** Code of each parser, imported at its first task: a worker loads only the parsers it runs. */
type ParserLoaders = {
  [N in ParserName]: () => Promise<(input: Parsers[N]['input']) => Promise<Parsers[N]['output']>>
}

/** Id of this thread once its priority is lowered. */
let thread: number | null

/**
 * Worker side: runs one task after the other, at a low priority. Disables the console, to which parsers would write parts
 * of their input.
 */
export function serveParsers(loaders: ParserLoaders) {
  thread = lowerThreadPriority()
  for (const method of ['debug', 'info', 'log', 'warn', 'error'] as const) console[method] = () => {}
  self.onmessage = async ({ data }: MessageEvent<ToParser>) => {
    answer(await parse(loaders, data))
    collectGarbage()
  }
}

/** Bytes of heap and buffers from which a worker collects its garbage after a task. Small tasks leave 1 MB. */
const collectedFrom = 16 * 2 ** 20

/**
 * Frees the garbage of a large task before the next one, such as 160 MB of a flow file of 40 MB. JavaScriptCore would
 * keep it for seconds, and it would count towards the memory limits of other tasks.
 */
function collectGarbage() {
  const { heapUsed, external } = process.memoryUsage()
  if (heapUsed + external >= collectedFrom) Bun.gc(true)
}

async function parse(loaders: ParserLoaders, { name, input }: ToParser): Promise<FromParser> {
  try {
    const parser = await loaders[name]()
    answer({ type: 'started', thread })
    return { type: 'output', output: await parser(input as never) }
  } catch (error) {
    if (error instanceof AppError) return { type: 'refused', code: error.code, detail: error.detail }
    return { type: 'failed', message: String(error) }
  }
}

const answer = (message: FromParser) =>
  self.postMessage(message, message.type === 'output' ? buffersToMove(message.output) : [])
