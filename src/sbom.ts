/**
 * Bill of materials in CycloneDX's JSON: the build replaces this module by one that contains it (build.ts). Null when
 * the server runs from its sources.
 */
export const sbom: string | null = null
