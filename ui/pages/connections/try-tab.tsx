import { TrialPanel } from '../../bot-trial/trial-panel'
import { useQueues } from '../../lib/queues'
import type { ConnectionForm } from './connection-form'

/** Test of the robot with the values that stand in the form. */
export function TryTab({ form }: { form: ConnectionForm }) {
  const { rows } = useQueues()
  const { hours, name, greetingMessage, outOfHoursMessage, maxUseBotQueues, timeUseBotQueues, queueIds } = form.values()
  const connection = {
    ...{ name, greetingMessage, outOfHoursMessage, schedules: [], holidays: [] },
    ...(hours as object),
    maxUseBotQueues: Number(maxUseBotQueues),
    timeUseBotQueues: Number(timeUseBotQueues),
    ...{ promptId: null, integrationId: null },
  }
  const queues = rows.filter(({ id }) => queueIds.includes(id))
  return <TrialPanel key={queueIds.join()} connection={connection} queues={queues} others={rows} />
}
