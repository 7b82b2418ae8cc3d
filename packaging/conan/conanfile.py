# SPDX-License-Identifier: BSL-1.0
"""The Conan recipe of tileproof, headers alone: conan create packaging/conan

Boost is headers alone too. To take the distribution's, put into the profile:

    [platform_requires]
    boost/1.83.0
"""
import pathlib
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.files import copy
from conan.tools.layout import basic_layout


class TileproofConan(ConanFile):
    name = "tileproof"
    license = "BSL-1.0"
    description = "GPU tilings as theorems: a layout algebra that is exact or refused"
    topics = ("gpu", "cuda", "layout", "header-only")
    package_type = "header-library"
    settings = "os", "arch", "compiler", "build_type"
    no_copy_source = True

    @property
    def root(self):
        return pathlib.Path(self.recipe_folder).parent.parent

    def set_version(self):
        text = (self.root / "include/tileproof/version.hpp").read_text(encoding="utf-8")
        self.version = ".".join(re.findall(r"#define TILEPROOF_VERSION_\w+ (\d+)", text))

    def export_sources(self):
        copy(self, "include/*", self.root, self.export_sources_folder)
        copy(self, "LICENSE", self.root, self.export_sources_folder)

    def requirements(self):
        self.requires("boost/[>=1.74]", transitive_headers=True, options={"header_only": True})

    def validate(self):
        check_min_cppstd(self, 20)

    def layout(self):
        basic_layout(self, src_folder=".")

    def package(self):
        copy(self, "include/*", self.source_folder, self.package_folder)
        copy(self, "LICENSE", self.source_folder, str(pathlib.Path(self.package_folder, "licenses")))

    def package_id(self):
        self.info.clear()

    def package_info(self):
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
        self.cpp_info.set_property("cmake_target_name", "tileproof::tileproof")
        self.cpp_info.set_property("pkg_config_name", "tileproof")
