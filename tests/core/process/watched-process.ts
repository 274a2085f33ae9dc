import { writeSync } from 'node:fs'
import { activities } from '../../../src/core/process/activities'
import { EventLoopWatch } from '../../../src/core/process/event-loop-watch'
import { notifyServiceManager } from '../../../src/core/process/systemd-notices'

/** Process with a watched event loop: a line `stall` on stdin blocks it for 1.2 seconds, `hang` for ever. */
const watch = new EventLoopWatch()
watch.start()
const manager = await notifyServiceManager({ socket: process.argv[2] as string, watchdogMs: 200 })
for await (const line of console) {
  if (line === 'stall') {
    const end = activities.begin('job report.make')
    block(1200)
    end()
  }
  if (line === 'hang') {
    writeSync(1, 'hanging\n')
    block(Number.POSITIVE_INFINITY)
  }
  if (line === 'stop') break
}
manager.stopping()

function block(ms: number) {
  const until = performance.now() + ms
  while (performance.now() < until);
}
