import type { Emulator } from '../emulator/emulator'
import { introduced, type ProductReceiver, sendFlatOut } from './inbound'

/** Processor time of one received message in µs. */
export interface ReceivedCost {
  process: number
  mainThread: number
}

/** The engine's compiler uses about 700 µs of other threads per message at first, and a tenth of it after 10,000. */
const warmUp = 10_000
const counted = 4_000

/**
 * Processor time that the product spends on a message received flat out, once its code is compiled. Other load of the
 * machine changes it less than messages per second.
 */
export async function receivedCost(emulator: Emulator, starting: Promise<ProductReceiver>): Promise<ReceivedCost> {
  const receiver = await starting
  const introduction = await introduced(emulator, receiver)
  await sendFlatOut(introduction, receiver, warmUp)
  const before = await processorTime(receiver.pid)
  await sendFlatOut(introduction, receiver, counted)
  const after = await processorTime(receiver.pid)
  await receiver.stop()
  return {
    process: (after.process - before.process) / counted,
    mainThread: (after.mainThread - before.mainThread) / counted,
  }
}

/** Processor time of all threads and of the main thread since the start of the process, in µs (Linux). */
async function processorTime(pid: number): Promise<ReceivedCost> {
  const stat = await Bun.file(`/proc/${pid}/stat`).text()
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14)
  const mainThread = await Bun.file(`/proc/${pid}/task/${pid}/schedstat`).text()
  return { process: (Number(user) + Number(system)) * tickUs, mainThread: Number(mainThread.split(' ')[0]) / 1e3 }
}

/** Linux counts in hundredths of a second for programs, on every architecture. */
const tickUs = 10_000
