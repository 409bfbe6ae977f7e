export function Statement({ text }: { text: string }) {
  return (
    <blockquote className="mt-5 rounded-control bg-ground-deep px-5 py-4 wrap-anywhere">
      {text}
    </blockquote>
  );
}
