import { useCallback, useEffect, useRef, useState } from 'react'
import type { Bubble, CustomerView, OwnerView, WaitingCode } from '../control/control-api'
import { ControlApiError, callControl } from './api'

interface View {
  customers: CustomerView[]
  owners: OwnerView[]
  codes: WaitingCode[]
  thread: Bubble[]
  /** Whether the customers that write by themselves are paused; null where none do. */
  paused: boolean | null
  /** True while the simulator does not answer. */
  isDisconnected: boolean
  ready: boolean
  refresh(): void
}

const pollTimeoutMs = 20_000
const codePollIntervalMs = 2500

/** State of the phones, updated by long polling. @param open number of the phone on screen */
export function useView(open: string | null): View {
  const [shown, setShown] = useState({ customers: [] as CustomerView[], owners: [] as OwnerView[], ready: false })
  const [paused, setPaused] = useState<boolean | null>(null)
  const [thread, setThread] = useState<{ of: string | null; bubbles: Bubble[] }>({ of: null, bubbles: [] })
  const [codes, setCodes] = useState<WaitingCode[]>([])
  const [lost, setLost] = useState(false)
  const opened = useRef(open)
  opened.current = open

  const load = useCallback(async () => {
    const phone = opened.current
    const [customers, owners, waiting, automatic, bubbles] = await Promise.all([
      callControl('customers', {}),
      callControl('owners', {}),
      callControl('waitingCodes', {}),
      callControl('automatic', {}),
      phone ? callControl('thread', { phone }) : [],
    ])
    setShown({ customers, owners, ready: true })
    setCodes(waiting)
    setPaused(automatic.paused)
    if (phone === opened.current) setThread({ of: phone, bubbles })
  }, [])

  useEffect(() => reloadOnChange(load, setLost), [load])
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads the thread when another phone is opened
  useEffect(() => void load().catch(() => setLost(true)), [open, load])
  useEffect(() => {
    const look = () => document.hidden || callControl('waitingCodes', {}).then(setCodes, () => undefined)
    void look()
    const timer = setInterval(look, codePollIntervalMs)
    return () => clearInterval(timer)
  }, [])

  const refresh = useCallback(() => void load().catch(() => undefined), [load])
  return { ...shown, codes, paused, thread: thread.of === open ? thread.bubbles : [], isDisconnected: lost, refresh }
}

/** Loads at every change; returns a function that stops it. */
function reloadOnChange(load: () => Promise<void>, setLost: (lost: boolean) => void): () => void {
  let stopped = false
  const run = async () => {
    let state: string | undefined
    while (!stopped) {
      try {
        ;({ state } = await callControl('waitForChange', { state, timeout: pollTimeoutMs }))
        await load()
        setLost(false)
      } catch (error) {
        if (error instanceof ControlApiError && error.status === 408) continue
        setLost(true)
        await new Promise((resolve) => setTimeout(resolve, 1500))
      }
    }
  }
  void run()
  return () => {
    stopped = true
  }
}
