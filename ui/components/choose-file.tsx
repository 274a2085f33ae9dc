import type { ReactNode } from 'react'
import { FileDrop, type FileDropProps } from './file-drop'

interface ChooseFileProps extends FileDropProps {
  /** Shown above the rest after a file was refused. */
  failure: ReactNode
  /** Facts about the file: its content, its limits, and the effect of the import. */
  points: string[]
  /** Shown below the area. */
  children?: ReactNode
}

/** First step of an import: what to know about the file, and the area that takes it. */
export const ChooseFile = ({ failure, points, children, ...drop }: ChooseFileProps) => (
  <div className="flex flex-col gap-4">
    {failure}
    <ul className="flex list-disc flex-col gap-1 pl-5 text-muted">
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
    <FileDrop {...drop} />
    {children}
  </div>
)
