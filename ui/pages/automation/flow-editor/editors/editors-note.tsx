import { Users } from 'lucide-react'
import { useTranslation } from '../../../../lib/use-translation'
import { useFlowEditors } from './use-flow-editors'

/** Names the other users who have the flow on screen; empty without any. */
export function EditorsNote({ flowId }: { flowId: number }) {
  const { t } = useTranslation()
  const names = useFlowEditors(flowId).map(({ name }) => name)
  return (
    <p role="status" className="empty:hidden max-sm:basis-full">
      {names.length > 0 && (
        <span className="flex items-center gap-2 rounded-md bg-warn-soft px-2 py-1 text-sm text-warn">
          <Users aria-hidden className="size-4 shrink-0" />
          {t('flowEditors.editing', { count: names.length, names: names.join(', ') })}
        </span>
      )}
    </p>
  )
}
