/** A platform of an image, as in an OCI image index. */
export interface Platform {
  readonly os: string;
  readonly architecture: string;
  readonly variant?: string;
  /** `os.version`, such as `10.0.20348.3692`. */
  readonly osVersion?: string;
}
