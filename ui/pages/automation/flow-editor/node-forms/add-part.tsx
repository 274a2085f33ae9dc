import { AudioLines, FileText, Image, type LucideIcon, MapPin, MessageSquare, Timer, Video } from 'lucide-react'
import { maxParts } from '../../../../../src/shared/flow/read-node'
import { Button } from '../../../../components/button'
import { useTranslation } from '../../../../lib/use-translation'
import type { Part } from './elements'

const types: [Part['type'], LucideIcon][] = [
  ['message', MessageSquare],
  ['interval', Timer],
  ['img', Image],
  ['audio', AudioLines],
  ['video', Video],
  ['document', FileText],
  ['location', MapPin],
]

/** Buttons that add a part to a content node. */
export function AddPart({ count, onAdd }: { count: number; onAdd: (type: Part['type']) => void }) {
  const { t } = useTranslation()
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{t('flowBuilder.addPart')}</legend>
      {types.map(([type, Icon]) => (
        <Button
          key={type}
          size="sm"
          icon={<Icon aria-hidden />}
          disabled={count >= maxParts.elements}
          onClick={() => onAdd(type)}
        >
          {t(`flowBuilder.parts.${type}`)}
        </Button>
      ))}
    </fieldset>
  )
}
