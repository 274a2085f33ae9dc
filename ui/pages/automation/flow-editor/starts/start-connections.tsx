import { useEffect } from 'react'
import type { FlowStarts } from '../../../../../src/features/automation/flows/starts/model'
import { Switch } from '../../../../components/switch'
import { connections } from '../../../../lib/connections'
import { useList } from '../../../../lib/list'
import { toastError } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'
import type { Starts } from './use-starts'

const fields = [
  ['flowIdWelcome', 'welcome'],
  ['flowIdNotPhrase', 'notPhrase'],
] as const

/** Numbers on which the flow greets new contacts, or answers messages that are no phrase. */
export function StartConnections({ starts, rows }: { starts: Starts; rows: FlowStarts['connections'] }) {
  const { t } = useTranslation()
  const { rows: all } = useList(connections)
  useEffect(() => {
    if (connections.state.peek() === 'idle') void connections.more()
  }, [])
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">{t('flowBuilder.startNumbers')}</h3>
      {all.map(({ id, name }) => (
        <fieldset key={id} className="flex min-w-0 flex-col gap-1 rounded-md border border-line px-2 pb-2">
          <legend className="max-w-full truncate px-1 text-sm">{name}</legend>
          {fields.map(([field, key]) => (
            <Switch
              key={field}
              label={t(`flowBuilder.starts.${key}`)}
              checked={rows.find((row) => row.id === id)?.[key] ?? false}
              onChange={(isOn) => void starts.setConnection(id, field, isOn).catch(toastError)}
            />
          ))}
        </fieldset>
      ))}
    </section>
  )
}
