import { platformText } from '../../images/image-lock.ts';
import { canonicalName } from '../../images/reference.ts';
import type { ImagesResult } from '../../results.ts';
import { codeSpan } from '../../text/markdown.ts';
import { nameWithHook } from '../files/file-summary.ts';
import type { ImagesOfFile, UsedImage } from '../files/images-of-file.ts';
import { locationText } from '../files/message.ts';
import { escapeControls, painter } from '../terminal/style.ts';
import { headJson, noteJson, placeJson } from './json.ts';
import { amount } from './totals.ts';
import type { Frame, Look } from './writer.ts';

/** The images of workloads, for people. */
export function imagesText(files: readonly ImagesOfFile[], _: Frame, { color }: Look): string {
  const paint = painter(color);
  const blocks = files.flatMap(({ path, images }) =>
    images.map((image) => {
      const place = paint('bold', escapeControls(locationText({ path, at: image.at })));
      const head = [place, escapeControls(nameWithHook(image)), systemText(image)].join('  ');
      return `${head}\n  ${escapeControls(image.image)}  ${paint('dim', platformsText(image))}`;
    }),
  );
  const all = files.flatMap(({ images }) => images);
  const names = new Set(all.map(({ image }) => image));
  const line = `${amount(names.size, 'image')} in ${amount(files.length, 'file')}.`;
  return `${[...blocks, line].join('\n\n')}\n`;
}

/** For a pull request, a wiki or an issue. */
export function imagesMarkdown(files: readonly ImagesOfFile[]): string {
  const rows = files.flatMap(({ path, images }) =>
    images.map((image) => [
      codeSpan(image.image),
      codeSpan(nameWithHook(image)),
      codeSpan(locationText({ path, at: image.at })),
      systemText(image),
      platformsText(image),
    ]),
  );
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const head = ['Image', 'Workload', 'Place', 'Verdict', 'Platforms'];
  return `${['# Images', '', line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}\n`;
}

/** As docs/schemas/images.schema.json describes it. */
export function imagesJson(files: readonly ImagesOfFile[], frame: Frame): string {
  const result: ImagesResult = {
    ...headJson(frame),
    files: files.map(({ path, images }) => ({
      path,
      images: images.map(({ object, hook, container, image, reference, at, verdict, locked }) => ({
        image,
        name: reference === undefined ? null : canonicalName(reference),
        object,
        hook,
        container: container ?? null,
        place: placeJson(at),
        verdict: verdict.os,
        certainty: verdict.certainty,
        platforms: locked === undefined ? null : locked.platforms.map(platformText),
      })),
    })),
    notes: frame.messages.map(noteJson),
  };
  return `${JSON.stringify(result, null, 2)}\n`;
}

function systemText({ verdict: { os, certainty } }: UsedImage): string {
  return [os, certainty === 'image' ? 'by its image' : certainty].filter((part) => part !== null).join(', ');
}

function platformsText({ reference, locked }: UsedImage): string {
  if (locked !== undefined) return locked.platforms.map(platformText).join(', ');
  return reference === undefined ? 'not a reference' : 'platforms not known';
}
