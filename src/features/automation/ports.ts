/** Services of the process that automation needs. */
declare module '../../core/ports' {
  interface Ports {
    /** Address of the speech service, in which `{region}` stands for the region of a prompt's resource. */
    speechUrl: string
  }
}

export {}
