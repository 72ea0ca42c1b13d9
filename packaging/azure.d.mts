/** Builds the extension for Azure DevOps in a folder. */
export function buildAzure(folder?: string): Promise<void>;
