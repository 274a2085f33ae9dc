import { useEffect, useState } from 'react'
import type { Queue } from '../../../../src/features/automation/queues/model'
import type { Connection } from '../../../../src/features/numbers/connections/model'
import { menuGreeting } from '../../../../src/shared/menu-greeting'
import { connections } from '../../../lib/connections'
import { useQueues } from '../../../lib/queues'
import { useMe } from '../../../lib/session'
import type { ConnectionForm } from './connection-form'

/**
 * Chooses all queues in the form of a company's first number, and a greeting if they need a menu; returns these queues.
 * Without them agents would not see the customers of the number.
 */
export function useFirstNumber(form: ConnectionForm, connection: Connection | null): Queue[] {
  const { rows, state } = useQueues()
  const { language } = useMe().company
  const [isFirst] = useState(() => connection === null && connections.rows.peek().length === 0)
  const [taken, setTaken] = useState<Queue[]>([])
  useEffect(() => {
    if (!isFirst || state !== 'ready' || rows.length === 0 || taken.length > 0) return
    setTaken(rows)
    const values = form.values()
    const greetingMessage = values.greetingMessage || (rows.length > 1 ? menuGreeting[language] : '')
    form.receive({ ...values, queueIds: rows.map(({ id }) => id), greetingMessage })
  }, [isFirst, state, rows, taken, form, language])
  return taken
}
