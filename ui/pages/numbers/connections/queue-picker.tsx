import { ColorDot } from '../../../components/color-dot'
import { Skeleton } from '../../../components/skeleton'
import { classes } from '../../../lib/classes'
import type { Field } from '../../../lib/form'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'

interface Queue {
  id: number
  name: string
  color: string
}

/** Checkboxes for the queues of a connection. */
export function QueuePicker({ field, queues }: { field: Field<number[]>; queues: Queue[] | null }) {
  const { t } = useTranslation()
  const chosen = useValue(field.value)
  const toggle = (id: number) => {
    field.value.value = chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]
  }
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-medium text-sm">{t('connections.queues')}</legend>
      {queues === null && <Skeleton className="h-9 w-full" />}
      {queues?.length === 0 && <p className="text-faint text-sm">{t('connections.noQueues')}</p>}
      <div className="flex flex-wrap gap-2">
        {queues?.map(({ id, name, color }) => (
          <label
            key={id}
            className={classes(
              'flex h-control cursor-pointer items-center gap-2 rounded-md border px-3 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-focus',
              chosen.includes(id) ? 'border-accent bg-selected' : 'border-line hover:bg-hover',
            )}
          >
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={() => toggle(id)}
              className="size-4 accent-accent outline-none"
            />
            <ColorDot color={color} />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
