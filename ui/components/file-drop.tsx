import { Upload } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { classes } from '../lib/classes'
import { Button } from './button'

export interface FileDropProps {
  /** Icon of the kind of file. */
  icon: ReactNode
  /** Types of the file dialog, as in `<input accept>`. */
  accept: string
  /** Text of the button. */
  label: string
  /** Tells that a file may also be dropped here. */
  hint: string
  onFile: (file: File) => void
}

/** Area that takes one file, by its button or by dropping. */
export function FileDrop({ icon, accept, label, hint, onFile }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file here is a shortcut; the button does the same.
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const [file] = event.dataTransfer.files
        if (file) onFile(file)
      }}
      className={classes(
        'flex flex-col items-center gap-3 rounded-lg border border-dashed p-6 text-center',
        isOver ? 'border-accent bg-accent-soft' : 'border-edge',
      )}
    >
      <span className="text-muted [&_svg]:size-8">{icon}</span>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => target.files?.[0] && onFile(target.files[0])}
      />
      <Button data-autofocus variant="primary" icon={<Upload aria-hidden />} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <p className="text-faint text-sm touch:hidden">{hint}</p>
    </div>
  )
}
