import { useEffect, useMemo } from 'react'
import { tellTyping } from '../store/requests'

const repeatAfter = 8000
const pausedAfter = 4000

/** Shows the customer "typing": repeated every 8 s, ended when the user stops. Failures are ignored. */
export function useTyping(ticketId: number) {
  const typing = useMemo(() => createTyping(ticketId), [ticketId])
  useEffect(() => () => typing.stop(), [typing])
  return typing
}

function createTyping(ticketId: number) {
  let toldAt = 0
  let timer: ReturnType<typeof setTimeout>
  const tell = (presence: 'composing' | 'recording' | 'paused') => tellTyping(ticketId, presence).catch(() => undefined)
  const stop = () => {
    clearTimeout(timer)
    if (toldAt) void tell('paused')
    toldAt = 0
  }
  return {
    stop,
    write() {
      clearTimeout(timer)
      timer = setTimeout(stop, pausedAfter)
      if (Date.now() - toldAt < repeatAfter) return
      toldAt = Date.now()
      void tell('composing')
    },
    record() {
      toldAt = Date.now()
      void tell('recording')
    },
  }
}
