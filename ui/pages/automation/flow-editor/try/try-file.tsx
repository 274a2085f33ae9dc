import { AudioLines, Image, Paperclip } from 'lucide-react'
import { useTranslation } from '../../../../lib/use-translation'

const icons = { image: Image, audio: AudioLines }

/** File of the virtual customer, who sends kinds instead of names. */
export function CustomerFile({ kind }: { kind: string }) {
  const { t } = useTranslation()
  return <FileLine kind={kind} name={t(kind === 'audio' ? 'flowTrial.audio' : 'flowTrial.image')} />
}

/** Name of a file with the icon of its kind. */
export function FileLine({ name, kind = '' }: { name: string; kind?: string }) {
  const Icon = icons[kind as keyof typeof icons] ?? Paperclip
  return (
    <p className="flex items-center gap-1.5 text-muted text-sm [&_svg]:size-4">
      <Icon aria-hidden />
      {name}
    </p>
  )
}
