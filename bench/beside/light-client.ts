/**
 * Client of another company in a process of its own, so that the attacker's work in the bench does not delay it. For
 * each line `start` on stdin it asks one request after the other, and for each `stop` prints their durations in ms as
 * JSON. Requests begin at least `minIntervalMs` apart, below the limit of 1,000 requests per second of one person; one
 * that is refused by the limit is not counted, and the client waits as long as the answer says.
 */
const [url, token, ...paths] = process.argv.slice(2) as [string, string, ...string[]]
const headers = { authorization: `Bearer ${token}` }
const minIntervalMs = 1.5
let running = false
let took: number[] = []
let loop = Promise.resolve()

async function ask() {
  for (let n = 0; running; n++) {
    const from = performance.now()
    const answer = await fetch(`${url}/api${paths[n % paths.length]}`, { headers })
    const text = await answer.text()
    if (answer.status === 429) {
      await Bun.sleep(Number(answer.headers.get('retry-after') ?? 1) * 1000)
      continue
    }
    took.push(performance.now() - from)
    if (!answer.ok) throw new Error(`${paths[n % paths.length]} answered ${answer.status}: ${text.slice(0, 300)}`)
    const left = minIntervalMs - (performance.now() - from)
    if (left > 0) await Bun.sleep(left)
  }
}

for await (const line of console) {
  if (line === 'start') {
    took = []
    running = true
    loop = ask()
  }
  if (line === 'stop') {
    running = false
    await loop
    process.stdout.write(`${JSON.stringify(took)}\n`)
  }
}

export {}
