import type { TFunction } from 'i18next'
import { useEffect } from 'react'
import type { FlowStarts } from '../../../../../src/features/automation/flows/starts/model'
import type { Connection } from '../../../../../src/features/numbers/connections/model'
import { confirm } from '../../../../components/confirm'
import { Switch } from '../../../../components/switch'
import { connections } from '../../../../lib/connections'
import { useFlows } from '../../../../lib/flows'
import { useList } from '../../../../lib/list'
import { toastError } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'
import type { Starts } from './use-starts'

const fields = [
  ['flowIdWelcome', 'welcome'],
  ['flowIdNotPhrase', 'notPhrase'],
] as const
type StartField = (typeof fields)[number]

/** Numbers on which the flow greets new contacts, or answers messages that are no phrase. */
export function StartConnections({ starts, rows }: { starts: Starts; rows: FlowStarts['connections'] }) {
  const { t } = useTranslation()
  const { rows: all } = useList(connections)
  const { rows: flows } = useFlows()
  useEffect(() => {
    if (connections.state.peek() === 'idle') void connections.more()
  }, [])
  /** Name of another flow that the number starts so; null if there is none. */
  const otherOf = (flowId: number | null) =>
    flowId === null || flowId === starts.flowId ? null : (flows.find(({ id }) => id === flowId)?.name ?? `#${flowId}`)
  const change = async ({ id, name, ...connection }: Connection, [field, key]: StartField, isOn: boolean) => {
    const flow = otherOf(connection[field])
    if (flow !== null && !(await confirm(replaceQuestion(t, { name, flow, start: t(`flowBuilder.starts.${key}`) }))))
      return
    await starts.setConnection(id, field, isOn)
  }
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">{t('flowBuilder.startNumbers')}</h3>
      {all.map((connection) => (
        <fieldset key={connection.id} className="flex min-w-0 flex-col gap-1 rounded-md border border-line px-2 pb-2">
          <legend className="max-w-full truncate px-1 text-sm">{connection.name}</legend>
          {fields.map((field) => {
            const flow = otherOf(connection[field[0]])
            return (
              <Switch
                key={field[0]}
                label={t(`flowBuilder.starts.${field[1]}`)}
                hint={flow === null ? undefined : t('flowBuilder.startsOther', { flow })}
                checked={rows.find((row) => row.id === connection.id)?.[field[1]] ?? false}
                onChange={(isOn) => void change(connection, field, isOn).catch(toastError)}
              />
            )
          })}
        </fieldset>
      ))}
    </section>
  )
}

const replaceQuestion = (t: TFunction, names: { name: string; flow: string; start: string }) => ({
  title: t('flowBuilder.replaceStartTitle', names),
  text: t('flowBuilder.replaceStartText', names),
  action: t('flowBuilder.replaceStart'),
})
