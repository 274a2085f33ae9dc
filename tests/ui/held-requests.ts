import { createElement } from 'react'
import { receiveFrame } from '../../ui/lib/realtime'
import { until } from '../until'
import { ana, json, serve } from './browser'
import { render } from './rendered'

/** A server that answers a request when the test says so, events, and rendered hooks. */

/** Requests since `holdRequests`, each with the function that answers it. */
let heldRequests: { name: string; answer: (body: unknown) => void }[] = []

/** Holds every request until the test answers it. */
export function holdRequests() {
  heldRequests = []
  serve(({ method, path }) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    heldRequests.push({ name: `${method} /${path.split('/api/')[1]}`, answer: (body) => resolve(json(body)) })
    return promise
  })
}

/** Number of requests of this method and path so far. */
export const requestsOf = (name: string) => heldRequests.filter((one) => one.name === name).length

/** Waits for the nth request of this method and path, and returns it. */
export async function requestOf(name: string, nth = 1) {
  const all = () => heldRequests.filter((one) => one.name === name)
  await until(`request ${nth} of ${name}`, () => all().length >= nth)
  return all()[nth - 1]!
}

/** Waits for the nth request of this method and path, and answers it. */
export const answerRequest = async (name: string, body: unknown, nth = 1) => (await requestOf(name, nth)).answer(body)

/** Receives an event of Ana's company. */
export const sendEvent = (entity: string, data: object) =>
  receiveFrame(JSON.stringify({ event: `company-${ana.companyId}-${entity}`, data }))

function Probe({ use, onValue }: { use: () => unknown; onValue: (value: unknown) => void }) {
  onValue(use())
  return null
}
/** Renders a hook; the returned function gives its latest result. */
export function drawn<T>(use: () => T) {
  let last: T | undefined
  render(createElement(Probe, { use, onValue: (value) => (last = value as T) }))
  return () => last!
}
