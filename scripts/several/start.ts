import { mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '../../tests/free-port'
import { s3Key, startS3 } from '../../tests/s3-server'
import { startPostgres } from '../postgres'
import { startBalancer } from './balancer'

/** A node of the demonstration, in a process of its own. */
interface Node {
  name: string
  url: string
  pid: number
  kill(signal: NodeJS.Signals): Promise<number>
}

/** A running demonstration on several nodes. */
export interface Several {
  /** Address of the balancer, for browsers. */
  url: string
  /** Address of the customers' phones. */
  phonesUrl: string
  /** The first one also runs the simulated WhatsApp. */
  nodes: Node[]
  /** Text that the first node has printed: addresses and logins. */
  firstOutput(): string
  stop(): Promise<void>
}

const executable = join(import.meta.dir, '..', '..', 'dist', 'balcao')
const bucket = 'balcao-media'
/** Longest time in ms for a node to become ready; the first one makes the sample company. */
const startMs = 180_000

/** Starts server, stand-in, three nodes and balancer; `port` 0 is any free one. */
export async function startSeveral(directory: string, port: number): Promise<Several> {
  const [database, files] = [await startPostgres(), startS3(bucket)]
  const publicPort = port === 0 ? await findFreePort() : port
  const shared = {
    PATH: process.env.PATH ?? '',
    BALCAO_HOST: '127.0.0.1',
    BALCAO_PUBLIC_URL: `http://localhost:${publicPort}`,
    BALCAO_DATABASE_URL: database.address,
    BALCAO_SECRET: crypto.randomUUID(),
    BALCAO_MEDIA_URL: `s3://${bucket}?endpoint=${files.endpoint}`,
    BALCAO_MEDIA_ACCESS_KEY: s3Key.accessKeyId,
    BALCAO_MEDIA_SECRET_KEY: s3Key.secretAccessKey,
  }
  const nodes: Node[] = []
  const start = async (number: number, envFile: string) => {
    const node = await startNode(join(directory, `node-${number}`), number, { ...shared, BALCAO_ENV_FILE: envFile })
    nodes.push(node) // also one that does not become ready, so that it is stopped
    await node.untilReady()
    return node
  }
  const stopAll = async () => {
    await Promise.all(nodes.map((node) => node.kill('SIGTERM')))
    await Promise.all([files.stop(), database.stop()])
  }
  try {
    const first = await start(1, '')
    const variables = join(directory, 'node-1', 'data', 'demo', 'node.env')
    await Promise.all([start(2, variables), start(3, variables)])
    nodes.sort((one, other) => one.name.localeCompare(other.name))
    const balancer = await startBalancer(
      publicPort,
      nodes.map(({ url }) => Number(new URL(url).port)),
    )
    const firstOutput = () => first.output()
    return {
      url: shared.BALCAO_PUBLIC_URL,
      phonesUrl: /customers' phones\s+(\S+)/.exec(firstOutput())?.[1] as string,
      nodes,
      firstOutput,
      async stop() {
        await balancer.stop()
        await stopAll()
      },
    }
  } catch (error) {
    await stopAll()
    throw error
  }
}

/** Starts `balcao demo`; with the variables of another node it joins that one. */
async function startNode(directory: string, number: number, env: Record<string, string>) {
  mkdirSync(directory, { recursive: true })
  const port = await findFreePort()
  const log = join(directory, 'log')
  const handle = openSync(log, 'w')
  const child = Bun.spawn([executable, 'demo'], {
    env: { ...env, BALCAO_DATA_DIR: join(directory, 'data'), BALCAO_PORT: String(port) },
    stdio: ['ignore', handle, handle],
  })
  process.on('exit', () => child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  const output = () => readFileSync(log, 'utf8')
  const isUp = () => (env.BALCAO_ENV_FILE === '' ? output().includes('Ctrl-C') : output().includes('further node'))
  return {
    name: `node ${number}`,
    url,
    pid: child.pid,
    output,
    async untilReady() {
      const until = performance.now() + startMs
      while (!isUp() || !(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
        if (child.exitCode !== null || performance.now() > until) throw new Error(`node ${number}: ${output()}`)
        await Bun.sleep(50)
      }
    },
    kill(signal: NodeJS.Signals) {
      child.kill(signal)
      return child.exited
    },
  }
}
