#!/bin/sh
# Compiles the stand-in; run inside a container that has mcs (mono wants /proc). $1 = source folder, $2 = output folder.
set -e
S=$1 O=$2; mkdir -p "$O"; cd "$O"
cp /usr/lib/cli/nunit.framework-2.6.3/nunit.framework.dll /usr/lib/cli/nunit.core-2.6.3/nunit.core.dll /usr/lib/cli/nunit.core.interfaces-2.6.3/nunit.core.interfaces.dll .
cp "$S/stub/NUnit3Assert.cs" .
cp "$S/behaviours.txt" "$O/.."
M="mcs -nologo -debug -langversion:latest -nowarn:0067,0649,0414,0169"
$M -target:library -out:UnityEngine.dll "$S"/stub/engine/*.cs
$M -target:library -out:UnityEditor.dll -r:UnityEngine.dll "$S/stub/UnityEditor.cs"
$M -target:library -out:UnityEngine.TestRunner.dll -r:UnityEngine.dll -r:nunit.framework.dll "$S"/stub/testrunner/*.cs
$M -target:exe -out:unity-editor.exe -r:UnityEngine.dll -r:UnityEditor.dll -r:nunit.framework.dll -r:UnityEngine.TestRunner.dll -r:nunit.core.dll -r:nunit.core.interfaces.dll "$S"/editor/*.cs

# Compiled ahead of time, an editor run takes less than half the processor time. Without an assembler and a linker it
# works all the same, so a failure here is told and left at that.
ahead() { mono --aot=ld-flags=-s "$1" >/dev/null 2>&1 || echo "standin-editor: not compiled ahead of time: $1"; }
for name in mscorlib System System.Core System.Xml mcs; do
  for kind in dll exe; do
    [ ! -e "/usr/lib/mono/4.5/$name.$kind" ] || ahead "$(readlink -f "/usr/lib/mono/4.5/$name.$kind")"
  done
done
for file in *.dll *.exe; do ahead "$file"; done
