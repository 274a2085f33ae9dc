import { useEffect, useMemo } from 'react'
import { sendTyping } from '../store/requests'

const repeatInterval = 8000
const pauseDelay = 4000

/** Shows the customer "typing": repeated every 8 s, ended when the user stops. Failures are ignored. */
export function useTyping(ticketId: number) {
  const typing = useMemo(() => createTyping(ticketId), [ticketId])
  useEffect(() => () => typing.stop(), [typing])
  return typing
}

function createTyping(ticketId: number) {
  let sentAt = 0
  let timer: ReturnType<typeof setTimeout>
  const send = (presence: 'composing' | 'recording' | 'paused') => sendTyping(ticketId, presence).catch(() => undefined)
  const stop = () => {
    clearTimeout(timer)
    if (sentAt) void send('paused')
    sentAt = 0
  }
  return {
    stop,
    startTyping() {
      clearTimeout(timer)
      timer = setTimeout(stop, pauseDelay)
      if (Date.now() - sentAt < repeatInterval) return
      sentAt = Date.now()
      void send('composing')
    },
    startRecording() {
      sentAt = Date.now()
      void send('recording')
    },
  }
}
