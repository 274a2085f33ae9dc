import { TrialPanel } from '../../../bot-trial/trial-panel'
import { useQueues } from '../../../lib/queues'
import type { ConnectionForm } from './connection-form'

/** Test of the robot with the present values of the form. */
export function TryTab({ form }: { form: ConnectionForm }) {
  const { rows } = useQueues()
  const { hours, name, greetingMessage, outOfHoursMessage, queueIds, integrationId, ...rest } = form.values()
  const connection = {
    ...{ name, greetingMessage, outOfHoursMessage, schedules: [], holidays: [] },
    ...(hours as object),
    maxUseBotQueues: Number(rest.maxUseBotQueues),
    timeUseBotQueues: Number(rest.timeUseBotQueues),
    ...{
      promptId: rest.promptId ? Number(rest.promptId) : null,
      integrationId: integrationId ? Number(integrationId) : null,
    },
  }
  const queues = rows.filter(({ id }) => queueIds.includes(id))
  return <TrialPanel key={queueIds.join()} connection={connection} queues={queues} others={rows} />
}
